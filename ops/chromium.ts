/** How Chromium is started, by tests, bench and screenshots: Debian's, which runs as root here and must not look for Google's hosts. */
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

/** The same engine without a window's trappings (Debian's chromium-headless-shell): a page costs a quarter less. */
export const CHROMIUM_FOR_TESTS = { ...CHROMIUM, executablePath: '/usr/bin/chromium-headless-shell' }
