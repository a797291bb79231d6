namespace Fathom.Schema.Data;

/// <summary>Requests by the number of their call. Owned by one thread.</summary>
public abstract class RequestSource : IDisposable
{
    private protected RequestSource()
    {
    }

    /// <summary>The request of a call, as encoded bytes that are valid until the next call of this method. Any order is allowed;
    /// ascending numbers are cheapest.</summary>
    /// <param name="number">The number of the call in the whole plan, from 0: shards of one plan get parts of the same data.</param>
    public abstract ReadOnlyMemory<byte> Get(long number);

    /// <inheritdoc/>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Closes what is open.</summary>
    protected virtual void Dispose(bool disposing)
    {
    }
}
