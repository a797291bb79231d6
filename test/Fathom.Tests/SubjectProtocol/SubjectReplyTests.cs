using Fathom.SubjectProtocol;

namespace Fathom.Tests.SubjectProtocol;

public class SubjectReplyTests
{
    public static TheoryData<string> Lines =>
    [
        """{"fathom":"ready","address":"http://127.0.0.1:40123","certificate":null}""",
        """{"fathom":"warm"}""",
        """{"fathom":"begun"}""",
        """{"fathom":"collected"}""",
        """{"fathom":"failed","message":"no port"}""",
        """{"fathom":"figures","values":{"wall_ms":12.5},"errors":{"UNAVAILABLE":1},"latency_us":[[100,1],[200.5,2]]"""
            + ",\"series\":[{\"name\":\"threads\",\"unit\":\"threads\",\"points\":[[0,2],[5.5,3]]}]}",
    ];

    [Theory]
    [MemberData(nameof(Lines))]
    public void A_reply_is_written_as_it_is_read(string line) => SubjectReply.Parse(line).ToLine().ShouldBe(line);

    [Fact]
    public void The_kind_may_stand_anywhere_and_members_may_be_missing()
    {
        var figures = SubjectReply.Parse("""{"values":{"calls":2},"fathom":"figures"}""").ShouldBeOfType<ProcessFigures>();
        figures.Find(ReportedValues.Calls).ShouldBe(2);
        figures.Find(ReportedValues.WallTime).ShouldBeNull();
        (figures.Errors.Count, figures.Latency.Count, figures.Series.Count).ShouldBe((0, 0, 0));
        SubjectReply.Parse("""{"fathom":"ready"}""").ShouldBe(new SubjectReply.Ready());
    }

    [Theory]
    [InlineData("Now listening on: http://127.0.0.1:5000")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"fathom":"listening"}""")]
    [InlineData("""{"fathom":"figures","values":{"calls":"many"}}""")]
    [InlineData("""{"fathom":"figures","values":{"calls":1e999}}""")]
    [InlineData("""{"fathom":"figures","values":{},"latency_us":[[1]]}""")]
    [InlineData("""{"fathom":"figures","values":{},"latency_us":[[1,2,3]]}""")]
    [InlineData("""{"fathom":"figures","values":{},"latency_us":[[1,0.5]]}""")]
    [InlineData("""{"fathom":"figures","values":{},"series":[{"name":"n","unit":"u","points":[[0,-1e999]]}]}""")]
    public void Any_other_line_is_refused(string line) => Should.Throw<FormatException>(() => SubjectReply.Parse(line));

    [Fact]
    public void An_unknown_kind_is_refused_with_the_known_ones() =>
        Should.Throw<FormatException>(() => SubjectReply.Parse("""{"fathom":"listening"}""")).Message
            .ShouldContain("ready, warm, begun, figures, collected, failed");
}
