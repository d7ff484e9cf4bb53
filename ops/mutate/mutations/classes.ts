/** Mutations of the cart, of classes, of their approval and of their material. */
import type { Mutation } from '../mutation.ts'

const CART = 'server/domains/cart/cart-response.ts'
const RUNS = 'server/domains/runs/runs.ts'
const OWN_CLASSES = 'server/domains/instructor/own-classes.ts'
const cartTest = 'server/domains/cart/cart.test.ts'
const ownClassesTest = 'server/domains/instructor/own-classes.test.ts'

export const CLASSES: Mutation[] = [
  {
    file: RUNS,
    find: 'isEnrollable(), gt(runs.seats, 0)',
    replace: 'isEnrollable(), gt(runs.seats, -1)',
    rule: 'A class without a free seat cannot be selected.',
    tests: [cartTest],
  },
  {
    file: CART,
    find: 'return and(eq(cartItems.id, parseId(id)), eq(cartItems.userId, actor.id))',
    replace: 'return and(eq(cartItems.id, parseId(id)), actor.id ? undefined : eq(cartItems.userId, actor.id))',
    rule: 'No student reads or removes a cart item of another.',
    tests: [cartTest],
  },
  {
    file: OWN_CLASSES,
    find: '    await Cart.removeClass(tx, row.id)\n',
    replace: '    if (row.enroll < 0) await Cart.removeClass(tx, row.id)\n',
    rule: 'A deleted class leaves every cart.',
    tests: [ownClassesTest],
  },
  {
    file: 'server/domains/classes/approval.ts',
    find: "if (row.status !== 'pending' || row.withdrawnAt !== null) return 0",
    replace: 'if (row.withdrawnAt !== null) return 0',
    rule: 'A class is approved or denied once.',
    tests: ['server/domains/classes/approval.test.ts'],
  },
  {
    file: 'server/domains/classes/classes.ts',
    find: "const status = row.status === 'deny' ? 'pending' : row.status",
    replace: 'const { status } = row',
    rule: 'An edited class that was denied waits for approval again.',
    tests: [ownClassesTest],
  },
  {
    file: 'server/platform/app-error.ts',
    find: 'if (ifMatch !== undefined && ifMatch !== version)',
    replace: 'if (ifMatch !== undefined && ifMatch > version)',
    rule: 'An edit of an earlier version is refused.',
    tests: ['server/domains/instructor/concurrent-edits.test.ts'],
  },
  {
    file: 'server/domains/materials/materials.ts',
    find: 'await Classes.find(db, id, actor.id)',
    replace: "await Classes.find(db, id, actor.role === 'student' ? actor.id : undefined)",
    rule: 'No instructor reads the material of another.',
    tests: ['server/domains/materials/materials.test.ts'],
  },
  {
    file: 'server/domains/enrolments/enrolled-classes.ts',
    find: 'and(eq(enrolments.userId, actor.id), eq(enrolments.classId, parseId(classId)), isActive)',
    replace: 'eq(enrolments.classId, parseId(actor.id && classId))',
    rule: 'Only enrolled students see the material of a class.',
    tests: ['server/domains/enrolments/enrolments.test.ts'],
  },
  {
    file: 'server/domains/enrolments/enrolled-classes.ts',
    find: 'eq(enrolments.classId, parseId(classId)), isActive)',
    replace: 'eq(enrolments.classId, parseId(classId)))',
    rule: 'An enrolment that has ended gives no access to the class.',
    tests: ['server/domains/enrolments/ended-enrolments.test.ts'],
  },
]
