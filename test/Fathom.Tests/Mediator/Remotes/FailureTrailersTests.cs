using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Wire.Grpc;

namespace Fathom.Tests.Mediator.Remotes;

/// <summary>Failures as they cross: whole where they are small, cut where they would be more than a peer accepts.</summary>
public class FailureTrailersTests
{
    // What a peer accepts of header fields altogether, each counted with 32 bytes more (RFC 9113, section 6.5.2).
    private const int MostHeaderBytes = 32 * 1024;

    [Theory]
    [InlineData("no")]
    [InlineData("")]
    [InlineData("zwölf Boxkämpfer\n\t\u0001 🥊")]
    public void A_failure_arrives_as_it_was_sent(string text)
    {
        var report = FailureTrailers.Report("red", new InvalidDataException(text), detailed: false);
        var end = FailureTrailers.ToCallEnd(StatusCode.Unknown, text, [report], new InvalidDataException(text));

        FailureTrailers.Read(end.Trailers).ShouldBe([new FailureReport("red", "System.IO.InvalidDataException", text)]);
        end.Status.ShouldBe(new Status(StatusCode.Unknown, text));
    }

    [Fact]
    public void A_stack_crosses_only_where_that_is_asked_for()
    {
        var error = Thrown("oh");

        FailureTrailers.Report("red", error, detailed: false).Details.ShouldBe("");
        FailureTrailers.Report("red", error, detailed: true).Details.ShouldContain(nameof(Thrown));
    }

    [Theory]
    [InlineData(1, 100_000, 'x')]
    [InlineData(1, 100_000, '字')]
    [InlineData(300, 1, 'x')]
    [InlineData(300, 100_000, '字')]
    [InlineData(10_000, 0, 'x')]
    public void However_many_and_long_they_are_a_peer_accepts_the_headers(int count, int length, char character)
    {
        var error = new InvalidDataException(new string(character, length));
        var reports = Enumerable.Range(0, count).Select(
            _ => FailureTrailers.Report(new string('n', NodeDisplayName.MaxLength), Thrown(error.Message), detailed: true)).ToList();

        var end = FailureTrailers.ToCallEnd(StatusCode.Unknown, error.Message, reports, error);

        var message = StatusMessageEncoding.Encode(end.Status.Detail);
        (message.Length + 100 + end.Trailers.Sum(t => t.Key.Length + t.WireValue.Length + 32)).ShouldBeLessThan(MostHeaderBytes);
        var read = FailureTrailers.Read(end.Trailers);
        read.ShouldNotBeEmpty();
        if (read.Count < count)
        {
            read[^1].Text.ShouldBe($"{count - read.Count + 1} more failures are left out: together they exceed the size of trailers.");
        }
    }

    [Fact]
    public void Half_a_character_does_not_break_the_report()
    {
        FailureTrailers.Report("red", new InvalidDataException("a\uD83E"), detailed: false).Text.ShouldBe("a\uFFFD");
        FailureTrailers.Report("red", new InvalidDataException(new string('x', 1023) + "🥊"), detailed: false).Text.ShouldBe(
            new string('x', 1023) + "...");
    }

    [Fact]
    public void What_is_no_report_is_passed_over()
    {
        Metadata trailers = [];
        trailers.Add(FailureTrailers.Key, [0xFF, 0xFF]);
        trailers.Add("other-bin", [1]);

        FailureTrailers.Read(trailers).ShouldBeEmpty();
    }

    [Fact]
    public void A_failure_that_came_from_another_node_stays_that_nodes()
    {
        var far = new RemoteHandlerException("blue", "Some.Exception", "far away", "its stack", new Status(StatusCode.Unknown), "Blue",
            null);

        FailureTrailers.Report("red", far, detailed: false).ShouldBe(new FailureReport("blue", "Some.Exception", "far away", "its stack"));
    }

    private static InvalidDataException Thrown(string text)
    {
        try
        {
            throw new InvalidDataException(text);
        }
        catch (InvalidDataException e)
        {
            return e;
        }
    }
}
