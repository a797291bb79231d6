namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// Steps of TLS handshakes that wait for a thread. The parties that wait, for example the addresses of clients, have their turns one after
/// the other, a step each: thousands of handshakes of one address do not hold up that of another. A party whose rate is reached begins no
/// handshake for a while. Of one party, handshakes that were answered come first, then those that begin, the newest of them first: the
/// oldest may be given up. Owned by <see cref="HandshakeThreads"/>, which locks it.
/// </summary>
internal sealed class HandshakeQueue
{
    private readonly Dictionary<HandshakeParty, Share> _shares = [];

    // All of them: a share stays until its party has no step and owes no time.
    private readonly Queue<Share> _turns = new();

    /// <summary>Adds a step.</summary>
    /// <param name="party">Whose it is.</param>
    /// <param name="isAnswered">Whether this side has answered in this handshake.</param>
    /// <param name="step">The step.</param>
    public void Add(HandshakeParty party, bool isAnswered, (Action<object?> Work, object? State) step) =>
        ShareOf(party).Add(isAnswered, step);

    /// <summary>Counts an answer: the private key was used.</summary>
    /// <param name="party">Whose handshake it is.</param>
    /// <param name="now">Monotonic milliseconds.</param>
    public void CountAnswer(HandshakeParty party, long now) => ShareOf(party).CountAnswer(now);

    /// <summary>Takes the next step.</summary>
    /// <param name="now">Monotonic milliseconds.</param>
    /// <param name="step">The step.</param>
    /// <param name="wait">Without a step, the milliseconds until one may be due; -1 when none waits.</param>
    /// <returns>False when none is due.</returns>
    public bool TryTake(long now, out (Action<object?> Work, object? State) step, out int wait)
    {
        wait = Timeout.Infinite;
        for (var left = _turns.Count; left > 0; left--)
        {
            var share = _turns.Dequeue();
            if (share.TryTake(now, out step))
            {
                _turns.Enqueue(share);
                return true;
            }

            var owed = share.Owed(now);
            if (owed == 0)
            {
                _shares.Remove(share.Party);
                continue;
            }

            _turns.Enqueue(share);
            wait = wait < 0 ? owed : Math.Min(wait, owed);
        }

        step = default;
        return false;
    }

    private Share ShareOf(HandshakeParty party)
    {
        if (!_shares.TryGetValue(party, out var share))
        {
            _shares[party] = share = new Share(party);
            _turns.Enqueue(share);
        }

        return share;
    }

    private sealed class Share(HandshakeParty party)
    {
        private const double Second = 1000;

        private readonly Queue<(Action<object?> Work, object? State)> _answered = new(0);
        private readonly Stack<(Action<object?> Work, object? State)> _begun = new();
        private readonly double _interval = Second / party.MaxPerSecond ?? 0;

        // When the answers so far would be over, one after the other at the rate: at most a second ahead.
        private double _paidUntil;

        public HandshakeParty Party => party;

        public void Add(bool isAnswered, (Action<object?> Work, object? State) step)
        {
            if (isAnswered)
            {
                _answered.Enqueue(step);
            }
            else
            {
                _begun.Push(step);
            }
        }

        public void CountAnswer(long now) => _paidUntil = Math.Max(_paidUntil, now) + _interval;

        public bool TryTake(long now, out (Action<object?> Work, object? State) step) =>
            _answered.TryDequeue(out step) || (_paidUntil + _interval <= now + Second && _begun.TryPop(out step));

        /// <summary>After nothing was taken: milliseconds until a step may begin, or until nothing is owed.</summary>
        public int Owed(long now) =>
            (int)Math.Max(0, Math.Ceiling(_paidUntil - now - (_begun.Count > 0 ? Second - _interval : 0)));
    }
}
