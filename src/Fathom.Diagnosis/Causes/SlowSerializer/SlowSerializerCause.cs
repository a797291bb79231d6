using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.SlowSerializer;

/// <summary>
/// <c>slow-serializer</c>: a serializer that finds out at run time what a message is takes the processor's time: JSON, data contracts,
/// typeless MessagePack, reflection on protobuf messages. A hint: only the code can choose another.
/// </summary>
public sealed class SlowSerializerCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "slow-serializer";

    // Some JSON stands on the path of many services without a fault.
    private const double MinShare = 0.25;

    private const string Fix = """
        // protobuf's own encoding, whose code is generated
        var bytes = message.ToByteArray();
        // MessagePack: [MessagePackObject] with [Key(0)], and the generated resolver; never Typeless
        // JSON: a JsonSerializerContext, generated for the types
        [JsonSerializable(typeof(Order))] partial class OrderContext : JsonSerializerContext;
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => [WatchQuantities.ReflectionShare];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var share = seen.Value(WatchQuantities.ReflectionShare);
        var time = $"{FigureText.Number(100 * share)} % of the time a thread was in a serializer that uses reflection, or JSON";
        return share < MinShare
            ? Screening.RuleOut(time)
            : Screening.Suspected(
                share,
                time + (seen.Find(WatchQuantities.ReflectionAt) is { Value: var place } ? $", mostly below {place}" : ""),
                Fix,
                "the same messages with a generated serializer, in the code");
    }
}
