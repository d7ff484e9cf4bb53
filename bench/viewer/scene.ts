/** Submissions of the demo's student that begin with a picture of 24 megapixels: alone, with many remarks, with many pictures, and both. */
import sharp from 'sharp'
import { api } from '../../contract/api.ts'
import type { NewRemark } from '../../contract/critique.ts'
import { DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_PASSWORD, DEMO_STUDENT } from '../../server/settings/demo.ts'
import { createPhoto } from '../images/photo.ts'
import { type SignedIn, signIn } from '../signed-in.ts'

export const REMARKS = 1_000
export const PICTURES = 64

/** Pictures and remarks of each submission. The remarks are on the first picture; those of `remarked` have a second to compare with. */
const SUBMISSIONS = {
  one: { title: 'One picture', pictures: 1, remarks: 0, author: DEMO_INSTRUCTOR },
  remarked: { title: 'Many remarks', pictures: 2, remarks: REMARKS, author: DEMO_INSTRUCTOR },
  many: { title: 'Many pictures', pictures: PICTURES, remarks: 0, author: DEMO_INSTRUCTOR },
  // Of another author, since the rate of remarks is limited.
  both: { title: 'Many of both', pictures: PICTURES, remarks: REMARKS, author: DEMO_ADMIN },
} as const
type Name = keyof typeof SUBMISSIONS

export interface Scene {
  student: SignedIn
  /** The ids of the submissions. */
  ids: Record<Name, string>
}

export async function prepareScene(url: string): Promise<Scene> {
  const student = await signIn(url, DEMO_STUDENT, DEMO_PASSWORD)
  const instructor = await signIn(url, DEMO_INSTRUCTOR, DEMO_PASSWORD)
  const [shown] = await student.call(api.listBriefs)
  if (!shown) throw new Error('The demo has no brief')
  const people = { url, student, instructor, classId: shown.classId }
  const ids: Scene['ids'] = { one: '', remarked: '', many: '', both: '' }
  for (const name of Object.keys(ids) as Name[]) ids[name] = await prepareSubmission(people, SUBMISSIONS[name])
  return { student, ids }
}

interface People {
  url: string
  student: SignedIn
  instructor: SignedIn
  classId: string
}

async function prepareSubmission(
  { url, student, instructor, classId }: People,
  { title, pictures, remarks, author }: (typeof SUBMISSIONS)[Name],
): Promise<string> {
  const body = { title, count: 72, due_at: Date.now() + 3_600_000 }
  const { insertedId: brief } = await instructor.call(api.addBrief, { params: { id: classId }, body })
  const { insertedId: id } = await student.call(api.beginSubmission, { params: { id: brief } })
  const upload = (photo: Blob) => uploadPicture(url, student, { id, photo })
  const version = await upload(await createPhoto())
  for (let index = 1; index < pictures; index++)
    await upload(pictures === 2 ? await createPhoto() : await createSmall(index))
  const staff = await signIn(url, author, DEMO_PASSWORD)
  for (let index = 0; index < remarks; index++)
    await staff.call(api.addRemark, { params: { id: version }, body: createRemark(index) })
  if (remarks > 0) await staff.call(api.releaseCritique, { params: { id } })
  return id
}

/** Returns the id of the version. */
async function uploadPicture(
  url: string,
  { token }: SignedIn,
  { id, photo }: { id: string; photo: Blob },
): Promise<string> {
  const form = new FormData()
  form.append('intent', 'I wanted depth.')
  form.append('image', photo, 'picture.jpg')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/submission/${id}/pictures`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`The picture was refused: ${await response.text()}`)
  return ((await response.json()) as { versionId: string }).versionId
}

async function createSmall(index: number): Promise<Blob> {
  const background = { r: (index * 37) % 256, g: (index * 91) % 256, b: (index * 53) % 256 }
  const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
}

/** Returns a remark of each kind in turn, spread over the picture. */
function createRemark(index: number): NewRemark {
  const [x, y] = [((index * 0.618_034) % 1) * 0.9, ((index * 0.754_878) % 1) * 0.9]
  const text = `Remark ${index + 1}`
  switch (index % 4) {
    case 0:
      return { kind: 'pin', geometry: { x, y }, text }
    case 1:
      return { kind: 'area', geometry: { x, y, w: 0.06, h: 0.04 }, text }
    case 2:
      return {
        kind: 'line',
        geometry: {
          points: Array.from(
            { length: 20 },
            (_, at) => [x + at / 300, y + Math.sin(at) / 90 + 0.02] as [number, number],
          ),
        },
        text,
      }
    default:
      return { kind: 'crop', geometry: { x, y, w: 0.08, h: 0.08 }, text }
  }
}
