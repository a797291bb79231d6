using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Fathom.SubjectProtocol.Subjects;

/// <summary>The workloads of a client: one line each.</summary>
public sealed class WorkloadRegistry
{
    private readonly List<Entry> _entries = [];

    /// <summary>Registers a workload.</summary>
    /// <param name="name">The <c>kind</c> of its specification.</param>
    /// <param name="text">One sentence about it.</param>
    /// <param name="specType">The generated reader of a specification.</param>
    /// <param name="create">Makes a workload of a specification; throws <see cref="FormatException"/> for one it cannot use.</param>
    public WorkloadRegistry Add<TSpec>(string name, string text, Func<JsonTypeInfo<TSpec>> specType, Func<TSpec, IWorkload> create)
    {
        _entries.Add(new Entry(name, text, specType, json => create(json.Deserialize(specType())!)));
        return this;
    }

    /// <summary>Makes the workload that a specification names.</summary>
    /// <exception cref="FormatException">The specification names no workload of this client, or cannot be read.</exception>
    public IWorkload Create(string spec)
    {
        try
        {
            using var document = JsonDocument.Parse(spec);
            var kind = document.RootElement.ValueKind == JsonValueKind.Object && document.RootElement.TryGetProperty("kind", out var member)
                ? member.ToString() : "";
            var entry = _entries.Find(e => e.Name == kind)
                ?? throw new FormatException($"there is no workload '{kind}'; accepted: {string.Join(", ", _entries.Select(e => e.Name))}");
            return entry.Create(document.RootElement);
        }
        catch (JsonException e)
        {
            throw new FormatException($"the workload cannot be read: {e.Message}", e);
        }
    }

    internal IReadOnlyList<WorkloadInfo> Describe() =>
    [
        .. _entries.Select(e => new WorkloadInfo(e.Name, e.Text,
            [.. e.SpecType().Properties.Where(p => p.Name != "kind")
                .Select(p => new WorkloadField(p.Name, NameOf(p.PropertyType), p.IsRequired))])),
    ];

    private static string NameOf(Type type) => Type.GetTypeCode(Nullable.GetUnderlyingType(type) ?? type) switch
    {
        TypeCode.Int32 or TypeCode.Int64 => "whole number",
        TypeCode.Double => "number",
        TypeCode.Boolean => "true or false",
        _ => "text",
    };

    private sealed record Entry(string Name, string Text, Func<JsonTypeInfo> SpecType, Func<JsonElement, IWorkload> Create);
}
