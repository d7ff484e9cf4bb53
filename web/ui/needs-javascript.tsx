/** Tells a visitor without JavaScript why a control stays disabled. `action`: `log in`. */
export function NeedsJavaScript({ action }: { action: string }) {
  return (
    <noscript>
      <p className="hint">{`JavaScript is off. Turn it on in your browser to ${action}.`}</p>
    </noscript>
  )
}
