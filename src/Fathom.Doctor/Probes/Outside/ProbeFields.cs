using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>The header fields and trailers of one response, by name; of a repeated one the last.</summary>
internal sealed class ProbeFields : IHeaderSink
{
    private readonly Dictionary<string, string> _values = [];

    /// <summary>A field's value; null where it is not there.</summary>
    public string? this[string name] => _values.GetValueOrDefault(name);

    /// <summary>Sets a field.</summary>
    public void Set(string name, string value) => _values[name] = value;

    /// <inheritdoc/>
    public void OnHeader(in HeaderField field) => _values[Encoding.ASCII.GetString(field.Name)] = Encoding.ASCII.GetString(field.Value);
}
