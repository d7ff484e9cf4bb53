/** The folder for the temporary files of a test run: in memory, where there is room. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'

/** A run of `npm test` takes less than 1 GB. The large sizes of `npm run test:long` take more. */
const BYTES_NEEDED = 8 * 1024 ** 3

/**
 * Returns the folder. In memory, a copy of a database takes a tenth of the processor time that it takes on ext4: creating and removing
 * its thousand files is most of its work. Docker's `/dev/shm` has 64 MB by default, which is not enough.
 */
export function findTemporaryFolder(folder = IN_MEMORY, bytesNeeded = BYTES_NEEDED): string {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytesNeeded ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}
