using Fathom.Doctor;

namespace Fathom.Tests.Doctor;

/// <summary>Of a program that fails the message is shown, however deep the stack below it.</summary>
public class ProgramMessageTests
{
    [Fact]
    public void The_message_of_an_exception_is_shown_without_its_stack()
    {
        const string message = "Unhandled exception. System.InvalidOperationException: no server is set; give --server";
        var frames = string.Concat(
            Enumerable.Range(0, 200).Select(i => $"   at Shop.Buyer.Buy{i}(Int32 count) in /src/Buyer.cs:line {i}\n"));
        ProgramMessage.Of($"Starting\n{message}\n ---> System.IO.IOException: gone\n{frames}   --- End of inner exception stack trace ---\n"
            + frames).ReplaceLineEndings("\n").ShouldBe($"Starting\n{message}\n ---> System.IO.IOException: gone");
    }

    [Fact]
    public void Of_a_long_text_the_end_is_shown()
    {
        var text = ProgramMessage.Of(new string('x', 5000) + " the end");
        text.ShouldStartWith("...x");
        text.ShouldEndWith("the end");
        ProgramMessage.Of("\n").ShouldBe("");
    }
}
