using System.Globalization;
using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Sections;

/// <summary>The machine on which the run was measured.</summary>
internal sealed class MachineSection() : ReportSection("machine", "The machine")
{
    public override void Write(HtmlWriter html, ReportStudy study)
    {
        var machine = study.Record.Machine;
        using (html.Tag("dl"))
        {
            Item("Processor", machine.Cpu);
            Item("Cores used", machine.Cores.ToString(CultureInfo.InvariantCulture));
            html.Element("dt", "Memory");
            html.Element("dd", $"{Figure.Show(machine.MemoryBytes / (double)(1 << 30))} GiB",
                ("data-v", machine.MemoryBytes.ToString(CultureInfo.InvariantCulture)));
            Item("System", machine.Os);
            Item("Kernel", machine.Kernel);
            Item(".NET", machine.Dotnet);
            Item("TCP congestion control", machine.CongestionControl ?? "not reported by the system");
        }

        void Item(string term, string text)
        {
            html.Element("dt", term);
            html.Element("dd", text);
        }
    }
}
