/** Chromium for the test of the back/forward cache: Debian's, which runs as root here and must not contact Google's hosts. */
export const CHROMIUM = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

const SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The same engine without windows (Debian's chromium-headless-shell), for bench and screenshots. With each page, a window opens panels of
 * its own, whose scripts take more of the processor than the page. Text is not hinted, as on a phone.
 */
export const CHROMIUM_WITHOUT_WINDOWS = {
  executablePath: SHELL,
  args: [...CHROMIUM.args, '--font-render-hinting=none'],
}

/**
 * The same for the other browser tests. V8 does not optimize, which takes a fifth of a page's time: no test is long enough to gain from it.
 */
export const CHROMIUM_WITH_PICTURES = {
  executablePath: SHELL,
  // A process of its own for painting costs a page a tenth of its time.
  args: [...CHROMIUM.args, '--in-process-gpu', '--js-flags=--no-opt'],
}

/** Settings of the engine: no pictures. Naming any turns the mouse off that a shell has without them, so that it is named too. */
const BLINK_SETTINGS =
  'imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'

/** Loads no pictures, whose decoding takes two fifths of a page's time. */
export const CHROMIUM_FOR_TESTS = {
  ...CHROMIUM_WITH_PICTURES,
  args: [...CHROMIUM_WITH_PICTURES.args, `--blink-settings=${BLINK_SETTINGS}`],
}
