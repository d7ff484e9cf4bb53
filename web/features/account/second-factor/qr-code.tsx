import encodeQR from 'qr'

/** Modules of white around the code. Source: ISO/IEC 18004, 9.1 */
const BORDER = 4

/** A QR code: black on white in both themes, because many readers need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: BORDER })
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} className="size-56 max-w-full">
      <rect width="100%" height="100%" fill="white" />
      <path d={toPath(rows)} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}

function toPath(rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
