using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.SubjectProtocol;

/// <summary>
/// What a subject is and accepts; printed by <c>--describe</c>. The build of <c>fathom</c> stores it beside the subject, so that
/// <c>fathom serve</c> and the runner read it without starting a process.
/// </summary>
public sealed record SubjectManifest
{
    /// <summary>Name of the manifest's file in the folder of a subject.</summary>
    public const string FileName = "manifest.json";

    /// <summary>The role of a process that listens.</summary>
    public const string Server = "server";

    /// <summary>The role of a process that runs workloads against a server.</summary>
    public const string Client = "client";

    /// <summary>Name of the subject.</summary>
    public required string Name { get; init; }

    /// <summary>One sentence about it.</summary>
    public required string Text { get; init; }

    /// <summary><see cref="Server"/>, <see cref="Client"/>, or both.</summary>
    public required IReadOnlyList<string> Roles { get; init; }

    /// <summary>What it needs of a machine to run at all, such as <c>windows</c>; empty where it runs everywhere.</summary>
    public IReadOnlyList<string> Needs { get; init => field = value ?? []; } = [];

    /// <summary>The flags of its command line.</summary>
    public IReadOnlyList<FlagInfo> Flags { get; init => field = value ?? []; } = [];

    /// <summary>The workloads a client runs; empty for a server.</summary>
    public IReadOnlyList<WorkloadInfo> Workloads { get; init => field = value ?? []; } = [];

    /// <summary>Reads a manifest.</summary>
    /// <exception cref="FormatException">The text is not a manifest; the message says why.</exception>
    public static SubjectManifest Parse(string json)
    {
        try
        {
            return JsonSerializer.Deserialize(json, ManifestJson.Default.SubjectManifest) ?? throw new FormatException("it is null");
        }
        catch (JsonException e)
        {
            throw new FormatException(e.Message, e);
        }
    }

    /// <summary>The manifest as <c>--describe</c> prints it.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, ManifestJson.Default.SubjectManifest);
}

/// <summary>A workload of a client.</summary>
/// <param name="Name">The value of its specification's <c>kind</c>.</param>
/// <param name="Text">One sentence about it.</param>
/// <param name="Fields">The members of its specification; the runner sets <c>target</c> and <c>certificate</c>.</param>
public sealed record WorkloadInfo(string Name, string Text, IReadOnlyList<WorkloadField> Fields);

/// <summary>A member of a workload's specification.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type"><c>text</c>, <c>number</c>, <c>whole number</c> or <c>true or false</c>.</param>
/// <param name="Required">False where a default exists.</param>
public sealed record WorkloadField(string Name, string Type, bool Required);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, UseStringEnumConverter = true)]
[JsonSerializable(typeof(SubjectManifest))]
internal sealed partial class ManifestJson : JsonSerializerContext;
