/** Submissions of the demo's student with a picture of 24 megapixels: one with 64 pictures, and one with that picture alone. */
import sharp from 'sharp'
import { api } from '../../contract/api.ts'
import type { NewRemark } from '../../contract/critique.ts'
import { DEMO_INSTRUCTOR, DEMO_PASSWORD, DEMO_STUDENT } from '../../server/settings/demo.ts'
import { createPhoto } from '../images/photo.ts'
import { type SignedIn, signIn } from '../signed-in.ts'

export const REMARKS = 1_000
export const PICTURES = 64

export interface Scene {
  student: SignedIn
  /** The ids of the submissions. The first picture of `many` has the remarks, its second is the same without. */
  many: string
  one: string
}

export async function prepareScene(url: string): Promise<Scene> {
  const student = await signIn(url, DEMO_STUDENT, DEMO_PASSWORD)
  const instructor = await signIn(url, DEMO_INSTRUCTOR, DEMO_PASSWORD)
  const [shown] = await student.call(api.listBriefs)
  if (!shown) throw new Error('The demo has no brief')
  const begin = async (title: string) => {
    const body = { title, count: 72, due_at: Date.now() + 3_600_000 }
    const { insertedId } = await instructor.call(api.addBrief, { params: { id: shown.classId }, body })
    return (await student.call(api.beginSubmission, { params: { id: insertedId } })).insertedId
  }
  const upload = (id: string, photo: Blob) => uploadPicture(url, student, { id, photo })
  const one = await begin('One picture')
  await upload(one, await createPhoto())
  const many = await begin('Many pictures')
  const marked = await upload(many, await createPhoto())
  await upload(many, await createPhoto())
  for (let index = 2; index < PICTURES; index++) await upload(many, await createSmall(index))
  for (let index = 0; index < REMARKS; index++)
    await instructor.call(api.addRemark, { params: { id: marked }, body: createRemark(index) })
  await instructor.call(api.releaseCritique, { params: { id: many } })
  return { student, many, one }
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
