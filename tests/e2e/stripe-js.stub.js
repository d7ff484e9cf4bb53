// A fake of https://js.stripe.com/…/stripe.js with the calls of the loader and of React Stripe.js only. As in the real one, its card
// fields are a frame of js.stripe.com, authentication is a frame of hooks.stripe.com, and cards are confirmed at api.stripe.com.
// Source of the calls: https://docs.stripe.com/js
{
  const FIELDS = 'https://js.stripe.com/stand-in/fields.html'
  const BANK = 'https://hooks.stripe.com/stand-in/bank.html'
  const API = 'https://api.stripe.com/v1/payment_intents'

  function frame(src, title, parent) {
    const made = document.createElement('iframe')
    Object.assign(made, { src, title, height: '240', width: '100%' })
    parent.append(made)
    return made
  }

  /** Listens to the messages of a frame, as `{say, …}`. Returns how to stop. */
  function listenTo(made, listener) {
    const handle = ({ source, data }) => source === made.contentWindow && listener(data)
    addEventListener('message', handle)
    return () => removeEventListener('message', handle)
  }

  class PaymentElement {
    typed = {}
    #listeners = new Map()
    #stop = () => {}
    mount(parent) {
      this.frame = frame(FIELDS, 'Secure payment input frame', parent)
      this.#stop = listenTo(this.frame, (data) => {
        if (data.say === 'ready') this.#emit('ready', { elementType: 'payment' })
        if (data.say === 'change') {
          this.typed = data.typed
          this.#emit('change', { elementType: 'payment', complete: this.missing() === null, empty: false })
        }
      })
    }
    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }
    off(event, listener) {
      this.#listeners.set(
        event,
        (this.#listeners.get(event) ?? []).filter((other) => other !== listener),
      )
      return this
    }
    update() {}
    focus() {
      this.frame?.focus()
    }
    destroy() {
      this.#stop()
      this.frame?.remove()
    }
    missing() {
      const { number = '', expiry = '', cvc = '' } = this.typed
      if (number.replaceAll(' ', '').length < 14) return 'Your card number is incomplete.'
      if (!/^\d\d ?\/ ?\d\d$/.test(expiry)) return "Your card's expiration date is incomplete."
      return cvc.length < 3 ? "Your card's security code is incomplete." : null
    }
    #emit(event, detail) {
      for (const listener of this.#listeners.get(event) ?? []) listener(detail)
    }
  }

  function elementsFor({ clientSecret }) {
    if (!clientSecret) throw new Error('stub: elements() needs a client secret')
    const elements = {
      clientSecret,
      payment: null,
      submitted: false,
      create(type) {
        if (type !== 'payment') throw new Error(`stub: no ${type} element`)
        elements.payment = new PaymentElement()
        return elements.payment
      },
      getElement: () => elements.payment,
      update() {},
      async submit() {
        const message = elements.payment.missing()
        elements.payment.frame.contentWindow.postMessage({ say: 'missing', message }, 'https://js.stripe.com')
        elements.submitted = message === null
        return message
          ? { error: { type: 'validation_error', code: 'incomplete', message } }
          : { selectedPaymentMethod: 'card' }
      },
    }
    return elements
  }

  async function ask(key, clientSecret, verb, fields) {
    const body = new URLSearchParams({ key, client_secret: clientSecret, ...fields })
    const answer = await fetch(`${API}/${clientSecret.split('_secret_')[0]}/${verb}`, { method: 'POST', body })
    return answer.json()
  }

  function askBank() {
    const shown = frame(BANK, 'The bank', document.body)
    return new Promise((resolve) => {
      const forget = listenTo(shown, ({ result }) => {
        forget()
        shown.remove()
        resolve(result)
      })
    })
  }

  async function confirmPayment(key, { elements, confirmParams, redirect }) {
    if (!elements.submitted) throw new Error('stub: submit() comes first')
    if (redirect !== 'if_required' || !confirmParams.return_url) throw new Error('stub: not as documented')
    const { number, expiry, cvc } = elements.payment.typed
    const [month, year] = expiry.split('/')
    const { email, name } = confirmParams.payment_method_data.billing_details
    const fields = {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': month.trim(),
      'payment_method_data[card][exp_year]': year.trim(),
      'payment_method_data[card][cvc]': cvc,
      'payment_method_data[billing_details][email]': email,
      'payment_method_data[billing_details][name]': name,
    }
    let answer = await ask(key, elements.clientSecret, 'confirm', fields)
    if (answer.status === 'requires_action') {
      answer = await ask(key, elements.clientSecret, 'authenticate', { result: await askBank() })
    }
    return answer.error ? { error: answer.error } : { paymentIntent: answer }
  }

  const notHere = () => {
    throw new Error('stub: not for this school')
  }
  window.Stripe = (key) => ({
    _registerWrapper() {},
    registerAppInfo() {},
    elements: elementsFor,
    createToken: notHere,
    createPaymentMethod: notHere,
    confirmCardPayment: notHere,
    confirmPayment: (said) => confirmPayment(key, said),
  })
  window.Stripe.version = 'endive'
}
