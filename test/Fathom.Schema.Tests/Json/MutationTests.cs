using System.Globalization;
using System.Text;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Fathom.Schema.Tests.Samples;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Json;

/// <summary>Damaged JSON, messages and descriptor sets: each is read or refused with its place, in bounded memory.</summary>
public class MutationTests
{
    private const int AllowedPerByte = 600;
    private const int Allowed = 256 * 1024;

    private static readonly string[] Pieces = ["{", "}", "[", "]", ":", ",", "\"", "null", "1e999", "-", "\\u", "\\ud800", "\"@type\":",
        "true", "\n", "{\"children\":[", "NaN", "\"Infinity\"", "9223372036854775808", "\0", "é"];

    // FATHOM_MUTATIONS says how many.
    private static int Count =>
        int.TryParse(Environment.GetEnvironmentVariable("FATHOM_MUTATIONS"), CultureInfo.InvariantCulture, out var n) ? n
        : TestKit.Thorough.Count(20_000, 50_000, 200_000);

    [Fact]
    public void Damaged_JSON_is_encoded_or_refused_with_its_place()
    {
        var originals = Messages()
            .Select(m => Encoding.UTF8.GetBytes(new JsonDecoder(SampleTypes.Kinds).Decode(SampleTypes.Everything, m))).ToList();
        var encoder = new JsonEncoder(SampleTypes.Kinds);
        Storm(originals, bytes => encoder.Encode(SampleTypes.Everything, bytes), "at $");
    }

    [Fact]
    public void Damaged_messages_are_decoded_or_refused_with_their_place()
    {
        var decoder = new JsonDecoder(SampleTypes.Kinds);
        Storm([.. Messages()], bytes => decoder.Decode(SampleTypes.Everything, bytes), "at $");
    }

    [Fact]
    public void Damaged_descriptor_sets_are_built_or_refused_with_their_source()
    {
        var set = new FileDescriptorSet { File = { KindsReflection.Descriptor.ToProto(), Samples.Old.OldReflection.Descriptor.ToProto() } };
        Storm([set.ToByteArray()], bytes =>
        {
            var builder = new DescriptorSetBuilder("the protoset 'x'");
            builder.AddSet(bytes);
            foreach (var type in builder.Build().Files.SelectMany(f => f.MessageTypes))
            {
                // What was built can be used, too.
                try
                {
                    new JsonDecoder(SampleTypes.Kinds).Decode(type, new JsonEncoder(SampleTypes.Kinds).Encode(type, "{}"u8).ToArray());
                }
                catch (SchemaException)
                {
                    // A required field, or a map without a key.
                }
            }
        }, "the protoset 'x'", Count / 10);
    }

    private static IEnumerable<byte[]> Messages() => Enumerable.Range(0, 200)
        .Select(seed => new RandomMessages(seed).Make<Everything>().ToByteArray())
        .Where(bytes => bytes.Length > 0);

    private static void Storm(List<byte[]> originals, Action<byte[]> read, string place, int? count = null)
    {
        var random = new Random(1);
        var (done, refused) = (0, 0);
        for (var i = 0; i < (count ?? Count); i++)
        {
            var bytes = Damaged(originals[random.Next(originals.Count)], random);
            var before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                read(bytes);
                done++;
            }
            catch (SchemaException e)
            {
                e.Message.ShouldContain(place);
                e.Message.Length.ShouldBeLessThan(3000);
                refused++;
            }

            // The input is written out where it fails alone: for each of them that took as long as reading it.
            if (GC.GetAllocatedBytesForCurrentThread() - before is var allocated && allocated >= (AllowedPerByte * bytes.Length) + Allowed)
            {
                throw new ShouldAssertException($"input {i} made {allocated} bytes: {Convert.ToHexString(bytes)}");
            }
        }

        // Neither way out is left untried.
        done.ShouldBeGreaterThan(0);
        refused.ShouldBeGreaterThan(0);
    }

    private static byte[] Damaged(byte[] original, Random random)
    {
        var bytes = new List<byte>(original);
        for (var left = random.Next(1, 4); left > 0 && bytes.Count > 0; left--)
        {
            var at = random.Next(bytes.Count);
            switch (random.Next(6))
            {
                case 0:
                    bytes[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    bytes.RemoveRange(at, Math.Min(bytes.Count - at, random.Next(1, 20)));
                    break;
                case 2:
                    bytes.InsertRange(at, Encoding.UTF8.GetBytes(Pieces[random.Next(Pieces.Length)]));
                    break;
                case 3:
                    bytes.RemoveRange(at, bytes.Count - at);
                    break;
                case 4:
                    bytes.InsertRange(at, bytes.GetRange(at, Math.Min(bytes.Count - at, random.Next(1, 300))));
                    break;
                default:
                    bytes[at] = (byte)random.Next(256);
                    break;
            }
        }

        return [.. bytes];
    }
}
