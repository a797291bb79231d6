using System.Buffers;
using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

public class SampleCaptureTests
{
    [Theory]
    [InlineData(0, 1000)]
    [InlineData(0, 10)]
    [InlineData(333, 334)]
    [InlineData(990, 10)]
    [InlineData(5, 1)]
    public void All_is_passed_on_and_the_part_asked_for_is_kept(int start, int length)
    {
        byte[] message = [.. Enumerable.Range(0, 1000).Select(i => (byte)(i % 251))];
        foreach (var step in new[] { 1, 7, 100, 1000 })
        {
            var (output, kept) = (new ArrayBufferWriter<byte>(), new PooledBuffer());
            kept.Reset(length);
            var tap = new SampleCapture(output, start, length, kept);
            for (var at = 0; at < message.Length; at += step)
            {
                var part = message.AsSpan(at, Math.Min(step, message.Length - at));
                part.CopyTo(tap.GetSpan(part.Length));
                tap.Advance(part.Length);
            }

            output.WrittenSpan.SequenceEqual(message).ShouldBeTrue();
            kept.WrittenMemory.Span.SequenceEqual(message.AsSpan(start, length)).ShouldBeTrue();
            kept.Release();
        }
    }
}
