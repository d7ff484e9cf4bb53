import { createdAt, type ExportedTable, flag, id, reference, text, time, version } from './columns.ts'

/** What the school publishes beside its classes. */
export const CONTENT: ExportedTable[] = [
  {
    table: 'slides',
    meaning: 'Slides of the home page.',
    columns: {
      id,
      position: text('place in the order, from 1'),
      image: text('URL of the picture'),
      title: text('title'),
      description: text('text'),
      published: flag('visitors see it'),
      version,
    },
  },
  {
    table: 'reviews',
    meaning: 'Reviews on the home page.',
    columns: {
      id,
      position: text('place in the order, from 1'),
      image: text('URL of the photo'),
      title: text('name of the reviewer'),
      role: text('what the reviewer is'),
      description: text('the review'),
      consent: text('how the reviewer agreed'),
      student_id: text('id in users.csv; empty where no student was chosen'),
      published: flag('visitors see it'),
      version,
    },
  },
  {
    table: 'instructor_profiles',
    meaning: 'What instructors tell visitors about themselves. Profiles of students are of former instructors.',
    columns: {
      user_id: reference('users'),
      biography: text('biography (Markdown)'),
      portrait: text('URL of the portrait; empty for the photo of the user'),
      links: text('links (JSON): words is the label, address the URL'),
      version,
    },
  },
  {
    table: 'pages',
    meaning: 'Pages that admins write.',
    columns: {
      id,
      slug: text('last part of the address'),
      title: text('title'),
      summary: text('the line below the title'),
      text: text('text (Markdown)'),
      published: flag('visitors see it'),
      in_menu: flag('the menu links to it'),
      in_footer: flag('the footer links to it'),
      position: text('place in the order, from 1'),
      reviewed: flag('an admin has reviewed these words'),
      changed_at: time('the last change of title, summary or text'),
      version,
    },
  },
  {
    table: 'page_versions',
    meaning: 'Earlier and present words of pages.',
    columns: {
      page_id: reference('pages'),
      version: text('number of the version of the page'),
      title: text('title'),
      summary: text('the line below the title'),
      text: text('text (Markdown)'),
      author_id: text('id in users.csv; empty for texts that came with the application'),
      created_at: createdAt,
    },
  },
  {
    table: 'page_images',
    meaning: 'The pictures in the texts of versions.',
    columns: {
      page_id: reference('pages'),
      version: text('number of the version of the page'),
      image: text('URL of the picture'),
    },
  },
  {
    table: 'newsletter_subscriptions',
    meaning: 'Subscriptions to the newsletter.',
    columns: {
      id,
      email: text('e-mail address'),
      requested_at: time('when it was requested'),
      confirmed_at: time('when it was confirmed; empty before'),
    },
  },
]
