using System.Text;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Wire.Grpc;

/// <summary>Bodies of gRPC-Web responses: messages, then a frame of trailers.</summary>
public class WebBodyTests
{
    private static readonly byte[] Messages = [0, 0, 0, 0, 3, 1, 0x80, 3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0x80];
    private static readonly byte[] Trailers = Frame("grpc-status: 5\r\nGrpc-Message:not there\r\nx-a-bin: AQ==\r\n");

    [Fact]
    public void Messages_and_trailers_are_told_apart_wherever_the_bytes_are_cut()
    {
        byte[] body = [.. Messages, .. Trailers];
        for (var first = 0; first <= body.Length; first++)
        {
            for (var second = first; second <= body.Length; second++)
            {
                var web = new WebBody();
                byte[] passed = [.. web.Read(body.AsSpan(0, first)), .. web.Read(body.AsSpan(first, second - first)),
                    .. web.Read(body.AsSpan(second))];

                passed.ShouldBe(Messages, $"cut at {first} and {second}");
                web.Trailers().ShouldBe([new("grpc-status", "5"), new("grpc-message", "not there"), new("x-a-bin", "AQ==")]);
            }
        }
    }

    [Fact]
    public void A_body_without_whole_trailers_has_none()
    {
        foreach (var length in Enumerable.Range(0, Trailers.Length))
        {
            var web = new WebBody();
            web.Read(Trailers.AsSpan(0, length)).Length.ShouldBe(0);
            web.Trailers().ShouldBeEmpty();
        }

        var endless = new WebBody();
        endless.Read([0x80, 0x7F, 0xFF, 0xFF, 0xFF]);
        for (var i = 0; i < 1000; i++)
        {
            endless.Read(new byte[1000]).Length.ShouldBe(0);
        }

        endless.Trailers().ShouldBeEmpty();
    }

    [Fact]
    public void It_begins_again_for_another_response()
    {
        var web = new WebBody();
        web.Read(Trailers);
        web.Reset();

        web.Read(Messages).ToArray().ShouldBe(Messages);
        web.Trailers().ShouldBeEmpty();
    }

    private static byte[] Frame(string block) => [0x80, 0, 0, 0, (byte)block.Length, .. Encoding.ASCII.GetBytes(block)];
}
