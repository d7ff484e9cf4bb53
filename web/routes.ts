/** Every address of the site, and the one file that answers it. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('classes', 'routes/classes.tsx'),
  route('instructors', 'routes/instructors.tsx'),
  route('login', 'routes/login.tsx'),
  route('signup', 'routes/signup.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('verify-email', 'routes/verify-email.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('refunds', 'routes/refunds.tsx'),
  route('newsletter/confirm', 'routes/newsletter-confirm.tsx'),
  route('newsletter/unsubscribe', 'routes/newsletter-unsubscribe.tsx'),

  route('dashboard', 'routes/dashboard.tsx', [
    index('routes/dashboard-home.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('class/:id', 'routes/enrolled-class.tsx'),
    route('receipt/:id', 'routes/receipt.tsx'),
    layout('routes/guards/students-only.tsx', [
      route('student-home', 'routes/student-home.tsx'),
      route('my-selected-class', 'routes/my-selected-class.tsx'),
      route('payment/:id', 'routes/payment.tsx'),
      route('payment-history', 'routes/payment-history.tsx'),
      route('enroll-class', 'routes/enroll-class.tsx'),
    ]),
    layout('routes/guards/instructors-only.tsx', [
      route('instructor-home', 'routes/instructor-home.tsx'),
      route('add-class', 'routes/add-class.tsx'),
      route('my-class', 'routes/my-class.tsx'),
      route('class-update/:id', 'routes/class-update.tsx'),
      route('class-material/:id', 'routes/class-material.tsx'),
    ]),
    layout('routes/guards/admins-only.tsx', [
      route('admin-home', 'routes/admin-home.tsx'),
      route('manage-class', 'routes/manage-class.tsx'),
      route('feedback/:id', 'routes/feedback.tsx'),
      route('all-users', 'routes/all-users.tsx'),
      route('payments', 'routes/payments.tsx'),
      route('activity', 'routes/activity.tsx'),
    ]),
    layout('routes/guards/staff-only.tsx', [
      route('withdrawal/:id', 'routes/withdrawal.tsx'),
      route('class-students/:id', 'routes/class-students.tsx'),
    ]),
    route('*', 'routes/not-found.tsx', { id: 'dashboard-not-found' }),
  ]),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
