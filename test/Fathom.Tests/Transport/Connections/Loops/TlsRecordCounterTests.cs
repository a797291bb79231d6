using System.Buffers.Binary;
using Fathom.Transport.Connections.Loops;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Transport.Connections.Loops;

public sealed class TlsRecordCounterTests
{
    [Fact]
    public void Records_are_counted_however_the_bytes_are_cut() =>
        Prop.ForAll(ArbMap.Default.ArbFor<byte[][]>(), ArbMap.Default.ArbFor<PositiveInt[]>(), (contents, cuts) =>
        {
            ReadOnlySpan<byte> bytes = contents.SelectMany(RecordOf).ToArray();
            var (counter, records) = (new TlsRecordCounter(), 0);
            foreach (var cut in cuts.Append(PositiveInt.NewPositiveInt(int.MaxValue)))
            {
                var next = Math.Min(cut.Item, bytes.Length);
                records += counter.Count(bytes[..next]);
                bytes = bytes[next..];
            }

            records.ShouldBe(contents.Length);
        }).QuickCheckThrowOnFailure();

    // Application data of TLS 1.2 or later (RFC 8446 section 5.1).
    private static byte[] RecordOf(byte[] content)
    {
        byte[] record = [23, 3, 3, 0, 0, .. content];
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(3), (ushort)content.Length);
        return record;
    }
}
