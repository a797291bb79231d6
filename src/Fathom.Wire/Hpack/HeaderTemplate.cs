namespace Fathom.Wire.Hpack;

/// <summary>
/// A list of fields that never changes and is sent again and again, such as the response headers of a service: each encoder keeps its
/// encoded form for as long as its table stays as it was. Immutable; shared by all connections. Meant to be made once, not per call.
/// </summary>
internal sealed class HeaderTemplate
{
    private static int s_lastId;
    private readonly HeaderList _fields = new();

    /// <summary>Makes a template; <paramref name="fields"/> is copied.</summary>
    public HeaderTemplate(HeaderList fields)
    {
        ArgumentNullException.ThrowIfNull(fields);
        for (var i = 0; i < fields.Count; i++)
        {
            _fields.Add(fields.Name(i), fields.Value(i), fields.Indexing(i));
        }

        Id = Interlocked.Increment(ref s_lastId);
        IsHeadRequest = fields.Contains(":method"u8, "HEAD"u8);
    }

    /// <summary>Number of fields.</summary>
    public int Count => _fields.Count;

    internal int Id { get; }

    internal bool IsHeadRequest { get; }

    internal HeaderList Fields => _fields;
}
