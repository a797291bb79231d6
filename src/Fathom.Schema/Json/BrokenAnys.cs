namespace Fathom.Schema.Json;

/// <summary>
/// The messages inside <c>google.protobuf.Any</c> that cannot be read: their place in the order of reading, and why. JSON that is written
/// cannot be taken back, so the whole message is read again and shows those as bytes. The number of attempts is bounded: after them every
/// Any is shown as bytes.
/// </summary>
internal sealed class BrokenAnys
{
    private const int MaxAttempts = 20;

    private readonly SortedDictionary<int, string> _faults = [];
    private int _attempts;

    /// <summary>The number of the Any that was begun last.</summary>
    public int Current { get; private set; } = -1;

    /// <summary>Begins the message again from its start.</summary>
    public void Restart()
    {
        Current = -1;
        _attempts++;
    }

    /// <summary>Begins the next Any of the message; what is wrong with it, or null.</summary>
    public string? FaultOfNext() => _faults.TryGetValue(++Current, out var fault) ? fault
        : _attempts >= MaxAttempts ? $"more than {MaxAttempts} of the message cannot be read"
        : null;

    /// <summary>Notes that an Any cannot be read. What is inside it is not begun again.</summary>
    public void Reject(int number, string fault)
    {
        foreach (var inside in _faults.Keys.Where(n => n > number).ToList())
        {
            _faults.Remove(inside);
        }

        _faults[number] = fault;
    }
}

/// <summary>Ends an attempt at a message that has an Any that cannot be read.</summary>
internal sealed class BrokenAnyException(Exception inner) : Exception(inner.Message, inner);
