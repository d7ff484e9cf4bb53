import stylesheet from './article.css?url'

/** Loads the style sheet of pages to read. */
export function ArticleStyles() {
  return <link rel="stylesheet" href={stylesheet} precedence="first" />
}
