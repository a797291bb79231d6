using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fathom.SubjectProtocol;

/// <summary>A value sampled over the time of a replicate.</summary>
/// <param name="Name">For example <c>thread_pool_threads</c>.</param>
/// <param name="Unit">Unit of the values.</param>
/// <param name="Points">Milliseconds since the workload began, and the value from then on.</param>
public sealed record SampledSeries(
    string Name,
    string Unit,
    [property: JsonConverter(typeof(SampledSeries.PointsConverter))] IReadOnlyList<(double AtMs, double Value)> Points)
{
    internal sealed class PointsConverter : PairsConverter<(double AtMs, double Value)>
    {
        protected override (double AtMs, double Value) Read(ref Utf8JsonReader reader) => (Number(ref reader), Number(ref reader));

        protected override void Write(Utf8JsonWriter writer, (double AtMs, double Value) pair)
        {
            writer.WriteNumberValue(pair.AtMs);
            writer.WriteNumberValue(pair.Value);
        }
    }
}
