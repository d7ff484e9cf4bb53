/** Light and dark theme: stored under `theme`, shown as `data-theme` on the html element. This script is all of it. */

/**
 * Runs in the head, before the first paint: shows the stored theme, handles the toggle before React starts, and follows the theme of
 * other tabs. It also marks visitors who have a token, because the served page is the same for all: app.css hides the Login
 * button for them.
 */
export const BEFORE_PAINT = [
  'var d=document.documentElement.dataset',
  "function show(t){d.theme=t==='dark'?'dark':'light'}",
  "try{show(localStorage.getItem('theme'));if(localStorage.getItem('token'))d.session='stored'}catch(e){}",
  "addEventListener('storage',function(e){if(e.key==='theme')show(e.newValue)})",
  `addEventListener('click',function(e){
if(!e.target.closest('[data-toggles=theme]'))return
show(d.theme==='dark'?'light':'dark')
try{localStorage.setItem('theme',d.theme)}catch(e){}
})`,
].join('\n')
