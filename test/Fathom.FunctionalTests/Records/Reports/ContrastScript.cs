using System.Globalization;

namespace Fathom.FunctionalTests.Records.Reports;

/// <summary>A script for pages that finds texts with too little contrast.</summary>
internal static class ContrastScript
{
    /// <summary>Evaluates to the texts whose contrast is below a ratio, or to a fault where it looked at too few texts.</summary>
    // WCAG 2.2, 1.4.3: relative luminance of text and of the nearest background that is not transparent.
    public static string Below(double least, int minTexts = 500) => string.Create(CultureInfo.InvariantCulture, $$"""
        (() => {
          document.querySelectorAll('details').forEach(d => d.open = true);
          const parse = c => c.match(/[\d.]+/g).map(Number);
          const lum = c => {
            const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const behind = e => {
            for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
            return [255, 255, 255];
          };
          const faint = [];
          let seen = 0;
          for (const e of document.querySelectorAll('body *')) {
            if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !e.getClientRects().length
              || ['title', 'desc'].includes(e.tagName)) continue;
            seen++;
            const style = getComputedStyle(e);
            const [a, b] = [lum(parse(e.tagName === 'text' ? style.fill : style.color)), lum(behind(e))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < {{least}}) faint.push([e.tagName, e.className.toString(), ratio, e.textContent.slice(0, 40)]);
          }
          if (seen < {{minTexts}}) faint.push(['only ' + seen + ' texts were looked at']);
          return faint;
        })()
        """);
}
