using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Fathom.SubjectProtocol.Subjects;

/// <summary>A workload with its specification, from its warm-up to its figures. The client's loop owns it.</summary>
public interface IWorkload
{
    /// <summary>Does what is not measured. Not called where the runner sends <c>run</c> alone.</summary>
    Task WarmUpAsync();

    /// <summary>Runs the workload and reports.</summary>
    Task<ProcessFigures> RunAsync();

    /// <summary>Releases what the workload holds, such as connections.</summary>
    ValueTask ReleaseAsync() => ValueTask.CompletedTask;
}

/// <summary>A class of workloads: its name, its specification, and how one is made.</summary>
/// <typeparam name="TSelf">The class.</typeparam>
/// <typeparam name="TSpec">Its specification, a JSON object with a member <c>kind</c>.</typeparam>
public interface IWorkload<TSelf, TSpec> : IWorkload
    where TSelf : IWorkload<TSelf, TSpec>
{
    /// <summary>The specification's <c>kind</c>.</summary>
    static abstract string Name { get; }

    /// <summary>One sentence about it.</summary>
    static abstract string Text { get; }

    /// <summary>The generated reader of a specification.</summary>
    static abstract JsonTypeInfo<TSpec> SpecType { get; }

    /// <summary>Makes a workload.</summary>
    static abstract TSelf Create(TSpec spec);
}

/// <summary>The workloads of a client: one line each.</summary>
public sealed class WorkloadRegistry
{
    private readonly List<Entry> _entries = [];

    /// <summary>Registers a workload.</summary>
    public WorkloadRegistry Add<TWorkload, TSpec>()
        where TWorkload : IWorkload<TWorkload, TSpec>
    {
        _entries.Add(new Entry(TWorkload.Name, TWorkload.Text, () => TWorkload.SpecType,
            json => TWorkload.Create(json.Deserialize(TWorkload.SpecType)!)));
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
