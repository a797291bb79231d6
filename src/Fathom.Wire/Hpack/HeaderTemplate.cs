namespace Fathom.Wire.Hpack;

/// <summary>
/// An immutable list of fields that is sent repeatedly, such as the response headers of a service. Each encoder caches its encoded form
/// until its dynamic table changes. Shared by all connections. Create it once, not for each call.
/// </summary>
internal sealed class HeaderTemplate
{
    private static int s_lastId;
    private readonly HeaderList _fields = new();

    /// <summary>Creates a template with a copy of <paramref name="fields"/>.</summary>
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

    internal int Id { get; }

    internal bool IsHeadRequest { get; }

    internal HeaderList Fields => _fields;
}
