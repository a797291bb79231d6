using Fathom.Wire.Hpack;

namespace Fathom.Transport.Server.Native;

/// <summary>The header fields of one request, in order, pseudo-header fields included. Owned by its exchange. Handlers read them; they
/// change inside the strand, before the handler starts and after it has returned.</summary>
internal sealed class RequestFields(RequestFieldCache cache)
{
    // A reference in a list that grows by doubling.
    private const int ReferenceBytes = 16;

    private readonly List<RequestField> _fields = new(8);

    /// <summary>Approximate memory, in bytes, without the fields.</summary>
    public int Bytes => ReferenceBytes * _fields.Count;

    /// <summary>The fields that are no pseudo-header fields.</summary>
    public IEnumerable<KeyValuePair<string, string>> Headers
    {
        get
        {
            foreach (var held in _fields)
            {
                if (held.Text.Key[0] != ':')
                {
                    yield return held.Text;
                }
            }
        }
    }

    /// <summary>Adds a received field.</summary>
    /// <returns>Its value.</returns>
    public string Add(in HeaderField field)
    {
        var taken = cache.Take(field);
        _fields.Add(taken);
        return taken.Text.Value;
    }

    /// <summary>The value of the first field of this name; null when there is none.</summary>
    public string? Find(string name)
    {
        foreach (var held in _fields)
        {
            if (held.Text.Key == name)
            {
                return held.Text.Value;
            }
        }

        return null;
    }

    /// <summary>Gives the fields back; there are none afterwards.</summary>
    public void Release()
    {
        foreach (var held in _fields)
        {
            cache.Release(held);
        }

        _fields.Clear();
    }
}
