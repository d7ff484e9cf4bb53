#!/usr/bin/env bash
# In a title of vitest's it.each, a percent sign that is written as %% takes a value of the case, as no formatter of Node does: each later
# placeholder gets the next value, or none. The test itself gets the right values.
#
# Seen with vitest 5.1.1: '%d %% of %d' with the case [5, 10] is titled "5 % 10 of NaN"; util.format gives "5 % of 10".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent vitest@5.1.1
cat > titles.test.mjs <<'JS'
import { format } from 'node:util'
import { expect, it } from 'vitest'

it.each([[5, 10]])('%d %% of %d', (percent, amount) => {
  expect([percent, amount]).toEqual([5, 10])
  console.log(`seen: ${expect.getState().currentTestName}, ${format('%d %% of %d', percent, amount)}`)
})
JS
seen=$(node node_modules/vitest/vitest.mjs run | grep -o 'seen: .*')
printf 'vitest 5.1.1, the title and util.format:\n%s\n' "$seen"
[ "$seen" = 'seen: 5 % 10 of NaN, 5 % of 10' ] || {
  echo 'The behavior has changed.'
  exit 1
}
