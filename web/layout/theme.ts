/** Light and dark: stored under `theme`, shown as `data-theme` on the html element. All of it is this one script. */

/**
 * Runs in the head, before anything is painted: shows the theme that was chosen, and from then on takes every press of the
 * toggle, also before React is there, and follows what another tab chooses. Beside the theme it marks a visitor who has a token, so
 * that the served page, the same for all, does not show them a Login button first (app.css).
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
