/**
 * Takes the place of https://apis.google.com/js/api.js, which tests cannot reach: the messages between a page and an iframe that
 * Firebase's popup needs. Both sides load it. Source: the calls of `gapi` in @firebase/auth and in the emulator's iframe.
 */
;(() => {
  const handlers = new Map()
  const replies = new Map()
  const waitForHandler = async (name) => {
    while (!handlers.has(name)) await new Promise((resolve) => setTimeout(resolve, 20))
    return handlers.get(name)
  }
  window.addEventListener('message', async ({ data, source }) => {
    if (!data?.gapi) return
    if (data.isReply) {
      // Like gapi, ignores what the listener throws: the SDK's throws after each reply.
      try {
        replies.get(data.id)?.([data.result])
      } catch {}
      return
    }
    const handle = await waitForHandler(data.name)
    source.postMessage({ gapi: true, isReply: true, id: data.id, result: await handle(data.message) }, '*')
  })
  const createIframe = (target) => ({
    register: (name, handler) => handlers.set(name, handler),
    send(name, message, onReply) {
      const id = Math.random()
      replies.set(id, onReply ?? (() => {}))
      target.postMessage({ gapi: true, name, message, id }, '*')
    },
    restyle: async () => {},
    ping: async (onPing) => onPing(),
  })
  const context = {
    getParentIframe: () => createIframe(window.parent),
    open({ where, url, attributes }, onOpened) {
      const element = document.createElement('iframe')
      Object.assign(element.style, attributes?.style)
      element.src = url
      return new Promise((resolve) => {
        element.addEventListener('load', () => resolve(onOpened(createIframe(element.contentWindow))), { once: true })
        where.append(element)
      })
    },
  }
  window.gapi = {
    load: (_name, { callback }) => setTimeout(callback),
    iframes: { Iframe: createIframe, getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: {} },
  }
  const onload = new URL(document.currentScript.src).searchParams.get('onload')
  if (onload) window[onload]()
  window.gapi_onload?.()
})()
