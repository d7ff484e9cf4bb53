/** Every path of the site, and the file of its page. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/public/home.tsx'),
  route('classes', 'routes/public/classes.tsx'),
  route('classes/:address', 'routes/public/class.tsx'),
  route('instructors', 'routes/public/instructors.tsx'),
  route('instructors/:address', 'routes/public/instructor.tsx'),
  route('login', 'routes/account/login.tsx'),
  route('signup', 'routes/account/signup.tsx'),
  route('forgot-password', 'routes/account/forgot-password.tsx'),
  route('reset-password', 'routes/account/reset-password.tsx'),
  route('invitation', 'routes/account/invitation.tsx'),
  route('setup', 'routes/account/setup.tsx'),
  route('verify-email', 'routes/account/verify-email.tsx'),
  ...['contact', 'terms', 'privacy', 'refunds', 'pages/:slug'].map((path) =>
    route(path, 'routes/public/page.tsx', { id: path }),
  ),
  route('newsletter/confirm', 'routes/public/newsletter-confirm.tsx'),
  route('newsletter/unsubscribe', 'routes/public/newsletter-unsubscribe.tsx'),

  route('dashboard', 'routes/account/dashboard.tsx', [
    index('routes/account/dashboard-home.tsx'),
    route('profile', 'routes/account/profile.tsx'),
    route('class/:id', 'routes/student/enrolled-class.tsx'),
    route('receipt/:id', 'routes/student/receipt.tsx'),
    layout('routes/guards/students-only.tsx', [
      route('student-home', 'routes/student/student-home.tsx'),
      route('my-selected-class', 'routes/student/my-selected-class.tsx'),
      route('payment/:id', 'routes/student/payment.tsx'),
      route('payment-history', 'routes/student/payment-history.tsx'),
      route('enroll-class', 'routes/student/enroll-class.tsx'),
    ]),
    layout('routes/guards/instructors-only.tsx', [
      route('instructor-home', 'routes/instructor/instructor-home.tsx'),
      route('add-class', 'routes/instructor/add-class.tsx'),
      route('my-class', 'routes/instructor/my-class.tsx'),
      route('class-update/:id', 'routes/instructor/class-update.tsx'),
      route('dates', 'routes/instructor/dates.tsx'),
      route('class-material/:id', 'routes/instructor/class-material.tsx'),
    ]),
    layout('routes/guards/admins-only.tsx', [
      route('admin-home', 'routes/admin/admin-home.tsx'),
      route('manage-class', 'routes/admin/manage-class.tsx'),
      route('feedback/:id', 'routes/admin/feedback.tsx'),
      route('all-users', 'routes/admin/all-users.tsx'),
      route('invitations', 'routes/admin/invitations.tsx'),
      route('payments', 'routes/admin/payments.tsx'),
      route('activity', 'routes/admin/activity.tsx'),
      route('school', 'routes/admin/school.tsx'),
      route('slides', 'routes/admin/slides.tsx'),
      route('reviews', 'routes/admin/reviews.tsx'),
      route('pages', 'routes/admin/pages.tsx'),
      route('api', 'routes/admin/api.tsx'),
      route('webhook/:id', 'routes/admin/webhook-deliveries.tsx'),
    ]),
    layout('routes/guards/staff-only.tsx', [
      route('withdrawal/:id', 'routes/instructor/withdrawal.tsx'),
      route('dates/:id', 'routes/instructor/class-dates.tsx'),
      route('dates/:id/new', 'routes/instructor/add-date.tsx'),
      route('dates/:id/:runId', 'routes/instructor/change-date.tsx'),
      route('class-students/:id', 'routes/instructor/class-students.tsx'),
    ]),
    route('*', 'routes/public/not-found.tsx', { id: 'dashboard-not-found' }),
  ]),

  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
