#!/usr/bin/env bash
# Intl's decimals of a currency change between two releases of one major version of Node, and differ from ISO 4217.
#
# Seen: `resolvedOptions().maximumFractionDigits` of HUF, IDR, COP and PKR is 2 in Node 22.9.0 (ICU 75) and 0 in Node 22.23.3 and 24.21.0
# (ICU 78). ISO 4217 and Stripe's list of currencies have 2 for all four. Where a price is converted to minor units by Intl's decimals,
# an update within an LTS line divides it by 100. Our decimals are a table of our own: contract/values/currency.ts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > decimals.mjs <<'JS'
const readDecimals = (currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
console.log(['HUF', 'IDR', 'COP', 'PKR'].map((currency) => `${currency} ${readDecimals(currency)}`).join(', '))
JS
outcome=0
check() {
  npm install --prefix "node-$1" --no-audit --no-fund --silent "node@$1" >&2
  seen=$("node-$1/node_modules/node/bin/node" decimals.mjs)
  echo "Node $1: $seen"
  [ "$seen" = "$2" ] || outcome=1
}
check 22.9.0 'HUF 2, IDR 2, COP 2, PKR 2'
check 22.23.3 'HUF 0, IDR 0, COP 0, PKR 0'
check 24.21.0 'HUF 0, IDR 0, COP 0, PKR 0'
[ "$outcome" = 0 ] || echo 'The behavior has changed.'
exit "$outcome"
