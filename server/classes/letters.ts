/** What the school writes to instructors about their classes. */
import type { SystemContext } from '#server/context.ts'
import { type Letter, onOneLine } from '#server/mail/letter.ts'

interface About {
  instructor: { name: string; email: string }
  className: string
}

type Ctx = Pick<SystemContext, 'publicUrl'>

export function approvedLetter(ctx: Ctx, about: About): Letter {
  return letter(ctx, about, 'Approved', 'your class has been approved, and is open for students now.')
}

export function deniedLetter(ctx: Ctx, about: About): Letter {
  const next = 'Have a look at the feedback; once you have edited the class, it waits for approval again.'
  return letter(ctx, about, 'Not approved', `your class could not be approved as it is. ${next}`)
}

export function feedbackLetter(ctx: Ctx, about: About, feedback: string): Letter {
  return letter(ctx, about, 'Feedback', 'the school has written to you about your class:', feedback)
}

function letter({ publicUrl }: Ctx, { instructor, className }: About, what: string, ...said: string[]): Letter {
  return {
    to: instructor.email,
    subject: `${what}: ${onOneLine(className)}`,
    paragraphs: [
      `Dear ${instructor.name},`,
      ...said,
      className,
      { words: 'Your classes', address: `${publicUrl}/dashboard/my-class` },
    ],
  }
}
