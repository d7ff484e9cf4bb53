/** The demo's instructors. The portrait of each shows their camera. */
import { DEMO_INSTRUCTOR } from '../server/settings/demo.ts'

export interface DemoInstructor {
  name: string
  email: string
  /** The name of an image in demo/pictures. */
  picture: string
}

export const INSTRUCTORS = {
  ingrid: { name: 'Ingrid Solheim', email: DEMO_INSTRUCTOR, picture: 'camera-medium-format' },
  tomas: { name: 'Tomás Herrera', email: 'tomas.herrera@demo.school', picture: 'camera-rangefinder' },
  yuki: { name: 'Yuki Arakawa', email: 'yuki.arakawa@demo.school', picture: 'camera-view' },
  adaeze: { name: 'Adaeze Okafor', email: 'adaeze.okafor@demo.school', picture: 'camera-slr' },
  elias: { name: 'Elias Brandt', email: 'elias.brandt@demo.school', picture: 'camera-folding' },
  noor: { name: 'Noor Haddad', email: 'noor.haddad@demo.school', picture: 'camera-twin-lens' },
  mei: { name: 'Mei-Lin Chow', email: 'meilin.chow@demo.school', picture: 'camera-macro' },
  paul: { name: 'Paul Whitcombe', email: 'paul.whitcombe@demo.school', picture: 'camera-pinhole' },
  freya: { name: 'Freya Lindqvist', email: 'freya.lindqvist@demo.school', picture: 'camera-underwater' },
  samuel: { name: 'Samuel Adeyemi', email: 'samuel.adeyemi@demo.school', picture: 'camera-instant' },
} as const satisfies Record<string, DemoInstructor>

export type InstructorKey = keyof typeof INSTRUCTORS
