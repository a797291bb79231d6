using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.SubjectProtocol;

/// <summary>
/// A line a subject writes to standard output: one JSON object, whose member <c>fathom</c> names its kind. Both sides use these records:
/// the subject writes them, the runner reads them.
/// </summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "fathom")]
[JsonDerivedType(typeof(Ready), "ready")]
[JsonDerivedType(typeof(Warm), "warm")]
[JsonDerivedType(typeof(Counting), "begun")]
[JsonDerivedType(typeof(ProcessFigures), "figures")]
[JsonDerivedType(typeof(Collected), "collected")]
[JsonDerivedType(typeof(Failed), "failed")]
public abstract record SubjectReply
{
    private static readonly (Type Type, string Kind)[] Kinds =
    [
        (typeof(Ready), "ready"), (typeof(Warm), "warm"), (typeof(Counting), "begun"), (typeof(ProcessFigures), "figures"),
        (typeof(Collected), "collected"), (typeof(Failed), "failed"),
    ];

    /// <summary>The subject accepts commands.</summary>
    /// <param name="Address">Of a server: the address it listens on, such as <c>http://127.0.0.1:40123</c>.</param>
    /// <param name="Certificate">Of a server with TLS: what a client needs to connect, PEM; see <see cref="PeerCertificates"/>.</param>
    public sealed record Ready(string? Address = null, string? Certificate = null) : SubjectReply
    {
        /// <summary>Of a server of several processes: the address of each by its name; null for any other.</summary>
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public IReadOnlyDictionary<string, string>? Addresses { get; init; }
    }

    /// <summary>The warm-up is done.</summary>
    public sealed record Warm : SubjectReply;

    /// <summary>The server counts from now on.</summary>
    public sealed record Counting : SubjectReply;

    /// <summary>Garbage is collected and memory returned.</summary>
    public sealed record Collected : SubjectReply;

    /// <summary>The subject cannot continue.</summary>
    /// <param name="Message">The reason, for the user.</param>
    public sealed record Failed(string Message) : SubjectReply;

    /// <summary>The kind of a reply, as the protocol names it.</summary>
    public static string KindOf(Type reply) => Kinds.First(k => k.Type == reply).Kind;

    /// <summary>Reads a line.</summary>
    /// <exception cref="FormatException">The line is not a reply; the message says why.</exception>
    public static SubjectReply Parse(string line)
    {
        try
        {
            var reply = JsonSerializer.Deserialize(line, ProtocolJson.Default.SubjectReply)
                ?? throw new FormatException("it is null");
            (reply as ProcessFigures)?.RefuseInfinite();
            return reply;
        }
        catch (NotSupportedException)
        {
            throw new FormatException($"it has no \"fathom\" member that names its kind; accepted: {Accepted}");
        }
        catch (JsonException e)
        {
            throw new FormatException($"{e.Message} (kinds of reply: {Accepted})", e);
        }
    }

    /// <summary>The line, without its end.</summary>
    public string ToLine() => JsonSerializer.Serialize(this, ProtocolJson.Default.SubjectReply);

    private static string Accepted => string.Join(", ", Kinds.Select(k => k.Kind));
}

/// <summary>Generated serializers of replies. Reflection would delay the start of every process of every replicate.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, AllowOutOfOrderMetadataProperties = true)]
[JsonSerializable(typeof(SubjectReply))]
internal sealed partial class ProtocolJson : JsonSerializerContext;
