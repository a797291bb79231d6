namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// Steps of TLS handshakes that wait for a thread. The parties that wait, for example the addresses of clients, have their turns one after
/// the other, a step each: thousands of handshakes of one address do not hold up that of another. Of one party, handshakes that were
/// answered come before those that begin. Owned by <see cref="HandshakeThreads"/>, which locks it.
/// </summary>
internal sealed class HandshakeQueue
{
    private readonly Dictionary<object, Steps> _steps = [];
    private readonly Queue<object> _turns = new();

    /// <summary>Adds a step.</summary>
    /// <param name="party">Whose it is.</param>
    /// <param name="isAnswered">Whether this side has answered in this handshake.</param>
    /// <param name="step">The step.</param>
    public void Add(object party, bool isAnswered, (Action<object?> Work, object? State) step)
    {
        if (!_steps.TryGetValue(party, out var steps))
        {
            _steps[party] = steps = new Steps();
            _turns.Enqueue(party);
        }

        (isAnswered ? steps.Answered : steps.Begun).Enqueue(step);
    }

    /// <summary>Takes the next step.</summary>
    /// <returns>False when none waits.</returns>
    public bool TryTake(out (Action<object?> Work, object? State) step)
    {
        if (!_turns.TryDequeue(out var party))
        {
            step = default;
            return false;
        }

        var steps = _steps[party];
        step = steps.Answered.Count > 0 ? steps.Answered.Dequeue() : steps.Begun.Dequeue();
        if (steps.Answered.Count + steps.Begun.Count > 0)
        {
            _turns.Enqueue(party);
        }
        else
        {
            _steps.Remove(party);
        }

        return true;
    }

    private sealed class Steps
    {
        public Queue<(Action<object?> Work, object? State)> Answered { get; } = new(0);

        public Queue<(Action<object?> Work, object? State)> Begun { get; } = new();
    }
}
