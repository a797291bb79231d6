using Fathom.Doctor.Probes.Outside;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Doctor.Probes.Outside;

public class ReplyMeterTests
{
    [Fact]
    public void Messages_are_counted_however_their_bytes_are_cut() =>
        Prop.ForAll(ArbMap.Default.ArbFor<byte[][]>(), ArbMap.Default.ArbFor<byte[]>(), (messages, cuts) =>
        {
            var bytes = messages.SelectMany((m, i) => (byte[])[(byte)(i % 2), 0, 0, (byte)(m.Length >> 8), (byte)m.Length, .. m]).ToArray();
            var meter = new ReplyMeter();
            var rest = bytes.AsSpan();
            foreach (var cut in cuts)
            {
                var taken = Math.Min(cut % 7, rest.Length);
                meter.Add(rest[..taken]);
                rest = rest[taken..];
            }

            meter.Add(rest);
            meter.Messages.ShouldBe(messages.Length);
            meter.Compressed.ShouldBe(messages.Length / 2);
            meter.Bytes.ShouldBe(bytes.Length - (5 * messages.Length));
        }).QuickCheckThrowOnFailure();
}
