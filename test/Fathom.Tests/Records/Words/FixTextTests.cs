using Fathom.Records.Words;

namespace Fathom.Tests.Records.Words;

public sealed class FixTextTests
{
    [Theory]
    [InlineData("// await the call: no thread is held\nawait call;", "await the call: no thread is held")]
    [InlineData("// one channel per target;\n// it carries calls:\nvar c = 1; // not this", "one channel per target; it carries calls")]
    [InlineData("# keep it\nsysctl a=0", "keep it")]
    [InlineData("ThreadPool.SetMinThreads(200, 200);", "ThreadPool.SetMinThreads(200, 200)")]
    public void A_fix_in_one_line_is_the_comment_above_its_code(string fix, string headline) =>
        FixText.Headline(fix).ShouldBe(headline);
}
