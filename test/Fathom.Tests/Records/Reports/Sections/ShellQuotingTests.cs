using Fathom.Records.Reports.Sections;

namespace Fathom.Tests.Records.Reports.Sections;

public sealed class ShellQuotingTests
{
    [Theory]
    [InlineData("--seed", "--seed")]
    [InlineData("call=async,blocking", "call=async,blocking")]
    [InlineData("", "''")]
    [InlineData("a b", "'a b'")]
    [InlineData("it's $HOME", "'it'\\''s $HOME'")]
    public void An_argument_is_quoted_where_a_shell_would_read_more_into_it(string argument, string quoted) =>
        ShellQuoting.Quote(argument).ShouldBe(quoted);
}
