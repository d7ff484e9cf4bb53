/**
 * Settings of the look in the visitor's browser. Light and dark theme: stored under `theme`, shown as `data-theme` on the html element. The
 * view of the list of classes: stored under `view`, shown as `data-view`. This script is all of it.
 */

/** Duration of a page's change to its other theme, in milliseconds. */
const DEVELOP_MS = 300

/** Distance of a finger sideways in a swipe, at least. */
const SWIPE_PX = 50

/**
 * Runs in the head, before the first paint: shows the stored theme, handles the toggle before React starts, and follows the theme of
 * other tabs. It also marks visitors who have a token, because the served page is the same for all: app.css hides the Login
 * button for them. And it marks the home page's slides with a swipe, which may come before the code of the slider has loaded.
 */
export const BEFORE_PAINT = [
  'var d=document.documentElement.dataset',
  "function show(t){d.theme=t==='dark'?'dark':'light'}",
  "try{show(localStorage.getItem('theme'));d.view=localStorage.getItem('view')==='sheet'?'sheet':'cards';if(localStorage.getItem('token'))d.session='stored'}catch(e){}",
  "addEventListener('storage',function(e){if(e.key==='theme')show(e.newValue)})",
  `addEventListener('click',function(e){
var b=e.target.closest('[data-toggles]'),k=b&&b.dataset.toggles
if(k==='theme'){show(d.theme==='dark'?'light':'dark');d.develops='';setTimeout(function(){delete d.develops},${DEVELOP_MS})}
else if(k==='view')d.view=d.view==='sheet'?'cards':'sheet'
else return
try{localStorage.setItem(k,d[k])}catch(e){}
})`,
  "var x;addEventListener('pointerdown',function(e){x=e.clientX})",
  `addEventListener('pointerup',function(e){
var v=e.target.closest('.hero-viewport'),m=e.clientX-x
if(v&&Math.abs(m)>${SWIPE_PX})v.dataset.swiped=m<0?1:-1
})`,
].join('\n')
