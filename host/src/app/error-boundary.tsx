import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** When it changes, what failed gets a fresh start: another page is another chance. */
  resetKey?: string;
  /** Given the way to try once more in the same place. */
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Keeps a failure of the shell's own pages in their place. Remotes have boundaries of their own. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.hasFailed && previous.resetKey !== this.props.resetKey) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(() => this.setState({ hasFailed: false })) : this.props.children;
  }
}
