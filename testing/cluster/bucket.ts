/** A bucket of S3 on this machine, for all instances. */
import S3rver from 's3rver'

const NAME = 'school-pictures'

/** Starts it in a folder. Returns the settings with which instances use it. */
export async function startBucket(directory: string) {
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: NAME }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  const settings = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: NAME, S3_REGION: 'eu-central-1', ...keys }
  return { settings, stop: () => server.close() }
}
