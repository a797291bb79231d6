namespace Fathom.Lab.Running;

/// <summary>
/// Where replicates that run side by side wait for each other before they measure: what starting and compiling costs is then nobody's measurement. Each
/// participant has a place, which it disposes; one that fails before it is ready holds nobody up.
/// </summary>
public sealed class StartLine(int participants)
{
    private readonly TaskCompletionSource _go = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _missing = participants;

    /// <summary>A participant's place.</summary>
    public Place Join() => new(this);

    private void Arrive()
    {
        if (Interlocked.Decrement(ref _missing) == 0)
        {
            _go.SetResult();
        }
    }

    /// <summary>A participant's place; used by one at a time.</summary>
    public sealed class Place : IDisposable
    {
        private readonly StartLine _line;
        private bool _arrived;

        internal Place(StartLine line) => _line = line;

        /// <summary>Ready to measure; completes when all others are, or have given up.</summary>
        /// <exception cref="OperationCanceledException">It was ended early.</exception>
        public Task ReadyAsync(CancellationToken cancellation)
        {
            ArriveOnce();
            return _line._go.Task.WaitAsync(cancellation);
        }

        /// <summary>Gives up the place.</summary>
        public void Dispose() => ArriveOnce();

        private void ArriveOnce()
        {
            if (!_arrived)
            {
                _arrived = true;
                _line.Arrive();
            }
        }
    }
}
