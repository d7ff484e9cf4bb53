import { createdAt, type ExportedTable, flag, id, reference, text, time, version } from './columns.ts'

/** The texts that the school has written. */
export const PAGES: ExportedTable[] = [
  {
    table: 'pages',
    meaning: 'Pages of text: terms, privacy, refunds, contact and further ones.',
    columns: {
      id,
      slug: text('last part of the address'),
      title: text('title'),
      summary: text('line below the title'),
      text: text('text (Markdown)'),
      published: flag('visitors see it'),
      in_menu: flag('the menu links to it'),
      in_footer: flag('the footer links to it'),
      position: text('place in menu and footer; lower numbers come first'),
      reviewed: flag('an admin has reviewed these words of a legal text'),
      changed_at: time('when its words changed last'),
      version,
    },
  },
  {
    table: 'page_versions',
    meaning: 'The words of pages, from one change to the next.',
    columns: {
      page_id: reference('pages'),
      version: text('version of the page that the words came with'),
      title: text('title'),
      summary: text('line below the title'),
      text: text('text (Markdown)'),
      author_id: text('id in users.csv; empty for texts that came with the application'),
      created_at: createdAt,
    },
  },
  {
    table: 'page_images',
    meaning: 'The pictures in each version of a page.',
    columns: {
      page_id: reference('pages'),
      version: text('version in page_versions.csv'),
      image: text('URL of the picture'),
    },
  },
]
