/** Light and dark: stored under `theme`, shown as `data-theme` on the html element. */

type Theme = 'light' | 'dark'

const KEY = 'theme'

/**
 * Runs in the head, before anything is painted. Beside the theme it marks a visitor who has a token, so that the served
 * page, the same for all, does not show them a Login button first (app.css).
 */
export const BEFORE_PAINT = `try{var d=document.documentElement.dataset;if(localStorage.getItem('${KEY}')==='dark')d.theme='dark';if(localStorage.getItem('token'))d.session='stored'}catch(e){}`

export function toggleTheme(): void {
  const theme: Theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
  localStorage.setItem(KEY, theme)
  apply(theme)
}

/** Follows the theme that another tab chooses. Answers the undoing. */
export function followTheme(): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) apply(newValue === 'dark' ? 'dark' : 'light')
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}
