/** Mutations of what the school says about itself, and of its home page. */
import type { Mutation } from '../mutation.ts'

const schoolTest = 'server/domains/school/school.test.ts'
const shownTest = 'server/domains/school/school-shown.test.ts'
const homeTest = 'server/domains/home/home.test.ts'
const signUpTest = 'server/domains/school/sign-up.test.ts'

export const SCHOOL: Mutation[] = [
  {
    file: 'server/domains/school/school.ts',
    find: 'requireVersion(must(row), ifMatch)',
    replace: 'must(row)',
    rule: 'A change from an earlier version of the school is refused.',
    tests: [schoolTest],
  },
  {
    file: 'server/domains/school/school.ts',
    find: '.finally(() => changed && ctx.catalogue.markChanged())',
    replace: '',
    rule: 'The next request after a change of the school is not served from the cache.',
    tests: [shownTest],
  },
  {
    file: 'server/domains/school/school.ts',
    find: 'if (image) await Images.claim(tx, image, field)',
    replace: '',
    rule: 'A logo that was never uploaded is refused.',
    tests: [schoolTest],
  },
  {
    file: 'contract/accent.ts',
    find: 'if (contrast >= MIN_CONTRAST) continue',
    replace: "if (contrast >= MIN_CONTRAST || theme === 'dark') continue",
    rule: 'A color that the dark theme hides is refused.',
    tests: [schoolTest],
  },
  {
    file: 'server/adapters/better-auth/registration.ts',
    find: "if (source.action !== 'create-user') return",
    replace: "if (source.action !== 'create-user' || source.method === 'oauth') return",
    rule: 'Sign-in providers create no accounts in a school that is open by invitation only.',
    tests: [signUpTest],
  },
  {
    file: 'server/domains/users/registration.ts',
    find: "throw new AppError('SIGN_UP_CLOSED')",
    replace: 'await Promise.resolve()',
    rule: 'An identity without a record gets none in a school that is open by invitation only.',
    tests: [signUpTest],
  },
  {
    file: 'server/domains/home/home.ts',
    find: '.where(eq(slides.published, true))',
    replace: '',
    rule: 'Visitors see no drafts of slides.',
    tests: [homeTest],
  },
  {
    file: 'server/domains/home/slides.ts',
    find: "if (all.length >= MAX_SLIDES) throw new AppError('LIMIT_REACHED')",
    replace: '',
    rule: 'Slides are limited in number.',
    tests: [homeTest],
  },
  {
    file: 'server/domains/home/reviews.ts',
    find: 'requireVersion(row, ifMatch)',
    replace: '',
    rule: 'A change from an earlier version of a review is refused.',
    tests: [homeTest],
  },
]
